import { findPackageJSON } from "node:module"
import { dirname } from "node:path"

/** The folder of the Trunkline package, whether its sources or its build are running. */
export const programFolder = dirname(findPackageJSON("..", import.meta.url) ?? "")
