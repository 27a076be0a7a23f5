"""What has nothing to do with games: texts and files that somebody has sent, signals, numbers that threads share."""
