// Writes the generated parts of the client, its types and methods, from the HTTP contract.
//   npm run write-sdk
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../src/api/openApiDocument.ts"
import { generate } from "./sdk/generate.ts"

const files = await generate(openApiDocument("https://desk.example"))
for (const [name, text] of Object.entries(files)) writeFileSync(`sdk/src/generated/${name}`, text)
