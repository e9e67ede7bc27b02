"""What every game is made of: records, rules, matches, scenes, laws. Names no game."""
