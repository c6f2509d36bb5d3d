"""Logs on a cluster of NATS JetStream: one stream each, and a bucket for what can be erased."""
