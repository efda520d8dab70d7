"""Line protocol for engines in any language, through stdin and stdout (docs/bots.md)."""
