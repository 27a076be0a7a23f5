"""What the browser gets: the page, its styles, its modules of JavaScript."""
