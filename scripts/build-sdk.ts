// Builds the client's package into sdk/dist: as ES modules and as CommonJS, each with its types.
//   npm run build-sdk
import { execFileSync } from "node:child_process"
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"

const tsc = (...options: ReadonlyArray<string>) =>
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "sdk", ...options], { stdio: "inherit" })

rmSync("sdk/dist", { recursive: true, force: true })
tsc()
tsc("--module", "commonjs", "--verbatimModuleSyntax", "false", "--outDir", "sdk/dist/cjs")
writeFileSync("sdk/dist/cjs/package.json", '{ "type": "commonjs" }\n')
// In declarations the compiler leaves the names of the sources.
for (const file of globSync("sdk/dist/**/*.d.ts"))
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'))
