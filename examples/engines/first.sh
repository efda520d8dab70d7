#!/bin/sh
# An engine for the bridge (docs/bots.md) that plays the first thing that is legal.
while read -r word rest; do
    case $word in
        sundial) echo "name First"; echo "ready" ;;
        go)      move=""; echo "after" ;;
        legal)   move="${move:+$move, }${rest%%,*}"; echo "after $move" ;;
        whole)   echo "move $move" ;;
        quit)    exit ;;
    esac
done
