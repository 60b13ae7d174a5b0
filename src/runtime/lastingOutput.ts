import { fstatSync, writeSync } from "node:fs"

/**
 * Keeps the process alive when standard output or error fails because the disk of a log file is full or the reader of a pipe
 * is gone. What cannot be written is lost, and writing resumes once there is room again. By default, Node would end the
 * process, and its stream to a file would never write again.
 */
export const lastingOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => {})
    if (isFile(stream.fd)) stream.write = writerTo(stream.fd)
  }
}

const isFile = (descriptor: number): boolean => {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}

const writerTo = (descriptor: number) => {
  let torn = false
  return (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>): boolean => {
    const text = typeof chunk === "string" ? Buffer.from(chunk) : chunk
    // Ends a line that was cut off before the next one.
    const bytes = torn ? Buffer.concat([Buffer.from("\n"), text]) : text
    try {
      torn = writeSync(descriptor, bytes) < bytes.length
    } catch {
      // There is nowhere to report it.
    }
    const done = rest.at(-1)
    if (typeof done === "function") process.nextTick(done)
    return true
  }
}
