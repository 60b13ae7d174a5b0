import { lastingOutput } from "../../src/runtime/lastingOutput.ts"

// Writes a line of 100 bytes to standard error every few milliseconds: a process for tests with a full disk.
lastingOutput()
let lines = 0
setInterval(() => process.stderr.write(`${String(++lines).padStart(99, ".")}\n`), 5)
