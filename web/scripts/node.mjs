// Whether this Node is one that Vite can use.
const [major, minor] = process.versions.node.split('.').map(Number)
process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)
