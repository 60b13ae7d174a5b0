// Writes the parts of docs/*.md that are made from the code: errors, permissions, limits.
//   npm run write-docs
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { withBlocks } from "../test/support/docsBlocks.ts"

for (const file of globSync("docs/**/*.md")) writeFileSync(file, withBlocks(readFileSync(file, "utf8")))
