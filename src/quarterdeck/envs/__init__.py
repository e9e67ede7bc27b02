"""Games as environments for research: batches on a GPU now, the usual interfaces to come."""
