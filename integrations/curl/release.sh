#!/bin/sh
# Builds with the next version of my-app, then tags the commit with it. Run again in the same job, it builds
# the same version and finds the tag in place.
set -eu
VERSION=$("$(dirname "$0")/next-version.sh" my-app patch)
./build.sh "$VERSION"
git push origin "HEAD:refs/tags/v$VERSION"
