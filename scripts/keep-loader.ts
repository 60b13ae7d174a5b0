// Keeps the currently built loader of the widget, so that pages that name it by its hash get it from later versions too.
//   npm run keep-loader
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, readFileSync } from "node:fs"

const built = "web/widget/dist/widget.js"
const hash = createHash("sha256").update(readFileSync(built)).digest("hex").slice(0, 16)
mkdirSync("web/widget/loaders", { recursive: true })
cpSync(built, `web/widget/loaders/${hash}.js`)
