import { fstatSync, writeSync } from "node:fs"

/**
 * Lets the process outlive its standard output and error: the disk of a log file may be full, the reader of a pipe gone.
 * What finds no room is lost; once there is room again, the next is written. Of itself Node ends the process, and its
 * stream of a file never writes again.
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
    // A line that was cut off stays one of its own.
    const bytes = torn ? Buffer.concat([Buffer.from("\n"), text]) : text
    try {
      torn = writeSync(descriptor, bytes) < bytes.length
    } catch {
      // There is nowhere to tell of it.
    }
    const done = rest.at(-1)
    if (typeof done === "function") process.nextTick(done)
    return true
  }
}
