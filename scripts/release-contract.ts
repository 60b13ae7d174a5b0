// Records the HTTP contract of this release; tests check later versions against it.
//   npm run release-contract
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../src/api/openApiDocument.ts"
import { contractLines } from "../test/support/contractLines.ts"

const file = new URL("../test/contracts/released.txt", import.meta.url)
writeFileSync(file, `${[...contractLines(openApiDocument("https://desk.example"))].sort().join("\n")}\n`)
