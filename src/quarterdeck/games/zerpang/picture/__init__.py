"""Zerpang! for people: what the scene shows and says, a module for each subject.

| module | subject |
|---|---|
| island | the board, its pieces, Home Bases |
| cards | hands, what lies on the table, piles |
| art | which drawing goes with which card |
| goals | how far each player is from winning |
| fight | a combat as two numbers |
| prompts | what is asked |
| optional | optional responses: what declines, and whether it concerns the actor |
| labels, targets | every action in words, and what it lights up |
| consequences | what an action leads to |
| told | the log |
| names | what players, spaces, pieces and cards are called |
"""
