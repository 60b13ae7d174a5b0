import { hostname } from "node:os"

/** Where this process runs, and its number there. */
export const thisProcess = () => ({ host: hostname(), pid: process.pid })
