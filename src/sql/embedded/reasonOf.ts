/**
 * Why a program of PostgreSQL ended, in what it wrote: the last line that names an error. What follows there tells of the statement,
 * or of what was cleared away. A full disk comes first: what fails after it hides it. Where none names an error, a disk that is
 * full now had no room for it either; else the last line, and `otherwise` where it wrote nothing.
 */
export const reasonOf = (written: string, otherwise: string, { isFull = false } = {}): string => {
  const lines = written.trim().split("\n")
  const errors = lines.filter((line) => error.test(line))
  const reason =
    errors.find((line) => line.includes("No space left on device")) ?? errors.at(-1) ?? (isFull ? noRoom : lines.at(-1))
  return reason?.replace(error, "") || otherwise
}

const noRoom = "its disk is full"

/** The server's `FATAL:  `, after the time and the process, and its programs' `initdb: error: `. */
const error = /^.*?\b(FATAL|PANIC|ERROR|error): +/
