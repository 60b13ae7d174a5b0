/** What the server that the portal runs in gives to a request. */
export interface Host {
  /** Under which browsers reach the server, without a trailing slash. */
  readonly publicUrl: string
  /** The brand whose own host the request is for, and the origin of that: its portal is all that is there. */
  readonly site?: { readonly brandId: string; readonly origin: string } | undefined
  /** Reaches the server's own API, and the object store that takes its files. */
  readonly fetch: typeof fetch
  /** The form that was posted: fields alone, of at most 8 KiB; a text, with little beside it; or with files. */
  readonly form: (takes: "fields" | "text" | "files") => Promise<FormData | FormRefused>
  /** Addresses of what pages load; by language first the words, then what their file imports. */
  readonly assets: {
    readonly script: string
    readonly style: string
    readonly words: Readonly<Record<string, ReadonlyArray<string>>>
  }
}

/** Why a form is not taken: it is no form of ours, has broken off, or is more than it may be. */
export interface FormRefused {
  readonly status: number
  readonly why: "no form" | "broken off" | "too large"
  /** Bytes, where there is one number to tell. */
  readonly limit?: number
  /** What was read of it: the inputs before the file that was too large. */
  readonly written?: FormData
}
