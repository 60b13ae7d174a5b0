// Builds the client's package as ES modules and as CommonJS, both with types: into sdk/dist, or the whole package into the
// given folder.
//   npm run build-sdk [-- folder]
import { execFileSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"

const folder = resolve(process.argv[2] ?? "sdk")
const tsc = (...options: ReadonlyArray<string>) =>
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "sdk", ...options], { stdio: "inherit" })

mkdirSync(folder, { recursive: true })
rmSync(`${folder}/dist`, { recursive: true, force: true })
tsc("--outDir", `${folder}/dist/esm`)
tsc("--outDir", `${folder}/dist/cjs`, "--module", "commonjs", "--verbatimModuleSyntax", "false")
writeFileSync(`${folder}/dist/cjs/package.json`, '{ "type": "commonjs" }\n')
// The compiler leaves the names of source files in declarations.
for (const file of globSync(`${folder}/dist/**/*.d.ts`))
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'))
if (folder !== resolve("sdk"))
  for (const file of ["package.json", "README.md"]) cpSync(`sdk/${file}`, `${folder}/${file}`)
