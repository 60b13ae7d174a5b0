import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect } from "effect"
import { programFolder } from "../../runtime/programFolder.ts"
import { webFiles } from "../web/WebFiles.ts"
import type { FormRefused } from "./portalForm.ts"

/** What the server provides to the portal's program (web/portal/src/server/Host.ts). */
export interface PortalHost {
  readonly publicUrl: string
  readonly site?: { readonly brandId: string; readonly origin: string } | undefined
  readonly fetch: typeof fetch
  readonly form: (takes: "fields" | "text" | "files") => Promise<FormData | FormRefused>
  readonly assets: {
    readonly script: string
    readonly style: string
    readonly words: Readonly<Record<string, ReadonlyArray<string>>>
  }
}

/** The built portal: its request handler, and the files that its pages load. */
export interface PortalProgram {
  readonly handle: (request: Request, host: PortalHost) => Promise<Response>
  readonly assets: PortalHost["assets"]
}

const server = join(programFolder, "web/portal/dist/server/handle.js")

/** Prefix of the portal's files. */
export const assetsPath = "/portal/assets/"

/** The portal's program, loaded on first use. `undefined`, with a log line, if it is not built. */
export const portalProgram = Effect.gen(function* () {
  const files = yield* webFiles("portal")
  if (!existsSync(server)) yield* Effect.logWarning("The portal is not built: run npm run build")
  const program = yield* Effect.cached(
    Effect.gen(function* () {
      const manifest = (yield* files).get("client/manifest.json")
      if (manifest === undefined || !existsSync(server)) return undefined
      // Vite's builds of web/portal/src/server/handle.ts and of the manifest have no types here.
      const { handle }: Pick<PortalProgram, "handle"> = yield* Effect.promise(() => import(pathToFileURL(server).href))
      const built: Readonly<Record<string, { readonly file: string; readonly imports?: ReadonlyArray<string> }>> =
        JSON.parse(Buffer.from(manifest.identity).toString())
      const pathOf = (input: string) => `${assetsPath}${built[input]?.file}`
      const words = Object.fromEntries(
        Object.entries(built).flatMap(([input, { imports = [] }]) => {
          const language = /customer\/words\/(\w\w)\.ts$/.exec(input)?.[1]
          return language === undefined ? [] : [[language, [input, ...imports].map(pathOf)]]
        })
      )
      const assets = { script: pathOf("src/islands/main.tsx"), style: pathOf("src/style.css"), words }
      return { handle, assets } satisfies PortalProgram
    })
  )
  return { files, program }
})
