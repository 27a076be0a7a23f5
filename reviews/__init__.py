"""Games reviewed: every position searched, each move judged, and what people of a rating would have played."""
