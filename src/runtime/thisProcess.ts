import { hostname } from "node:os"

/** The host and process id of this process. */
export const thisProcess = () => ({ host: hostname(), pid: process.pid })
