// Writes the generated parts of docs/*.md: errors, permissions, limits.
//   npm run write-docs
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { withBlocks } from "../test/support/docsBlocks.ts"

for (const file of globSync("docs/**/*.md")) writeFileSync(file, withBlocks(readFileSync(file, "utf8")))
