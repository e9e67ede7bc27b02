"""Games as environments for research: batches on a GPU, and OpenSpiel."""
