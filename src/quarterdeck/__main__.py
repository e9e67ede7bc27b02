from quarterdeck.cli import app

app()
