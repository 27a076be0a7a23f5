"""What people see: boards, trees and results, as text, SVG and HTML."""
