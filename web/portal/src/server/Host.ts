/** What the server that runs the portal provides for a request. */
export interface Host {
  /** The URL under which browsers reach the server, without a trailing slash. */
  readonly publicUrl: string
  /** The brand and origin of a request to a brand's own host, which serves only that brand's portal. */
  readonly site?: { readonly brandId: string; readonly origin: string } | undefined
  /** Reaches the server's own API, and the object store that receives its files. */
  readonly fetch: typeof fetch
  /** Reads the posted form: only fields, of at most 8 KiB in all; a text with little else; or a form with files. */
  readonly form: (takes: "fields" | "text" | "files") => Promise<FormData | FormRefused>
  /** URLs that pages load; for each language, the file with its words comes first, then that file's imports. */
  readonly assets: {
    readonly script: string
    readonly style: string
    readonly words: Readonly<Record<string, ReadonlyArray<string>>>
  }
}

/** Why a form was refused: it is not one of our forms, was cut off, or is too large. */
export interface FormRefused {
  readonly status: number
  readonly why: "no form" | "broken off" | "too large"
  /** The limit in bytes, if there is a single one. */
  readonly limit?: number
  /** What could be read of it: the inputs before the file that was too large. */
  readonly written?: FormData
}
