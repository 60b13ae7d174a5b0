// Writes the parts of the client that follow from the HTTP contract: its types and methods.
//   npm run write-sdk
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../src/api/openApiDocument.ts"
import { generate } from "./sdk/generate.ts"

const files = await generate(openApiDocument("https://desk.example"))
for (const [name, text] of Object.entries(files)) writeFileSync(`sdk/src/generated/${name}`, text)
