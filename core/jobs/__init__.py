"""Run many tasks in parallel, on this machine or on a cluster, with locks and queues."""
