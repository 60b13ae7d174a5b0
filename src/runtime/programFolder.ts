import { findPackageJSON } from "node:module"
import { dirname } from "node:path"

/** The folder that Trunkline is in, for its sources as for what is built of them. */
export const programFolder = dirname(findPackageJSON("..", import.meta.url) ?? "")
