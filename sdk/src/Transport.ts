import { ApiError, apiError, ConnectionError, TimeoutError, TrunklineError } from "./errors.ts"
import type { Decoded } from "./pages.ts"

/** Options of every client. */
export interface TransportOptions {
  /** URL of the server, such as `https://desk.example`, with or without `/v1`. */
  readonly baseUrl: string
  /** Milliseconds for one attempt, including reading the response. Defaults to 30,000; 0 for no limit. */
  readonly timeout?: number | undefined
  /** How many times a failed call is retried. Defaults to 3. */
  readonly maxRetries?: number | undefined
  /** `timeout` and `maxRetries` for read requests only, for example because a person is waiting. */
  readonly reads?: Pick<RequestOptions, "timeout" | "maxRetries"> | undefined
  /** Headers for every request to the server. They are not sent to an object store that files are uploaded to. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The function that sends requests. Defaults to the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Called before each attempt. It can change the headers. */
  readonly onRequest?: ((request: Attempt) => void | Promise<void>) | undefined
  /** Called with each response. To read the body, clone the response first. */
  readonly onResponse?: ((response: Response, request: Attempt) => void | Promise<void>) | undefined
}

/** One attempt of a call. */
export interface Attempt {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** Starts at 1. */
  readonly attempt: number
}

/** Options of a single call. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
  readonly maxRetries?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Lets the server recognize a repeated request. Generated for every write if omitted. */
  readonly idempotencyKey?: string | undefined
  /** The `ETag` of the version to change. */
  readonly ifMatch?: string | undefined
}

/** A request, before it has a credential. */
export interface Call {
  readonly method: string
  /** From the root, such as `/v1/brands`; or a whole address. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Sent as JSON, unless it is a form or bytes. */
  readonly body?: unknown
  /** A stream has to be sent as it comes: it cannot be tried again. */
  readonly isStream?: boolean | undefined
  readonly options?: RequestOptions | undefined
}

/** A call as it is sent, before its credential. */
interface Prepared {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** It goes to the server itself, which alone gets the credential. */
  readonly isOwn: boolean
  readonly body: RequestInit["body"] | undefined
}

/** Milliseconds: the longest pause of our own, and the longest that a server may ask for; beyond it the caller decides. */
const longestPause = 8_000
const longestWait = 60_000
const retried = new Set([408, 425, 429, 500, 502, 503, 504])

/** Sends calls, and sends them again: the same command under the same key, so that it has one effect. */
export class Transport {
  readonly #options: TransportOptions
  readonly #credential: () => string | undefined | Promise<string | undefined>
  readonly #base: string

  constructor(options: TransportOptions, credential: () => string | undefined | Promise<string | undefined>) {
    this.#options = options
    this.#credential = credential
    if (!/^(https?:\/\/|\/|$)/i.test(options.baseUrl))
      throw new TypeError(`baseUrl must be a URL like https://desk.example, but is ${options.baseUrl}`)
    this.#base = options.baseUrl.replace(/(\/v1)?\/*$/, "")
  }

  /** The answer to a call, its body unread. Rejects with a `TrunklineError`, or with the signal's reason. */
  async send(call: Call): Promise<Response> {
    return (await this.receive(call, async () => undefined)).response
  }

  /** The answer to a call and what is read of it. A body that breaks off or takes too long has not come through either. */
  async receive<A>(call: Call, read: (response: Response) => Promise<A>): Promise<Decoded<A>> {
    const { options = {} } = call
    const maxRetries = call.isStream === true ? 0 : (options.maxRetries ?? this.#limits(call.method).maxRetries ?? 3)
    const request = this.#request(call)
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(request, attempt, options, read)
      if (!(outcome instanceof TrunklineError)) return outcome
      const wait = pauseAfter(outcome, attempt)
      if (attempt > maxRetries || !isPassing(outcome) || wait > longestWait) throw outcome
      await pause(wait, options.signal)
    }
  }

  #limits(method: string): Pick<RequestOptions, "timeout" | "maxRetries"> {
    const { maxRetries, reads, timeout } = this.#options
    return method === "GET" ? { maxRetries, timeout, ...reads } : { maxRetries, timeout }
  }

  #request({ body, method, options = {}, path, query }: Call): Prepared {
    const isOwn = path.startsWith("/")
    const ours = isOwn || path.startsWith(`${this.#base}/`) ? this.#options.headers : {}
    const headers = new Headers({ accept: "application/json", ...ours, ...options.headers })
    if (isOwn && method !== "GET") headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID())
    if (isOwn && options.ifMatch !== undefined) headers.set("if-match", options.ifMatch)
    const isJson = body !== undefined && !isRaw(body)
    if (isJson) headers.set("content-type", "application/json")
    return {
      method,
      url: (isOwn ? this.#base + path : path) + queryOf(query),
      headers,
      isOwn,
      body: isJson ? JSON.stringify(body) : (body as RequestInit["body"])
    }
  }

  async #attempt<A>(
    { body, headers, isOwn, method, url }: Prepared,
    attempt: number,
    options: RequestOptions,
    read: (response: Response) => Promise<A>
  ): Promise<Decoded<A> | TrunklineError> {
    const { fetch = globalThis.fetch, onRequest, onResponse } = this.#options
    const limit = options.timeout ?? this.#limits(method).timeout ?? 30_000
    const credential = isOwn ? await this.#credential() : undefined
    if (credential !== undefined) headers.set("authorization", `Bearer ${credential}`)
    const tried: Attempt = { method, url, headers, attempt }
    await onRequest?.(tried)
    const ended = limit === 0 ? undefined : AbortSignal.timeout(limit)
    const signal = AbortSignal.any([options.signal, ended].filter((one) => one !== undefined))
    const failed = (cause: unknown) => {
      if (options.signal?.aborted === true) throw options.signal.reason
      if (ended?.aborted === true)
        return new TimeoutError(`${method} ${url} got no response within ${limit} ms`, { cause })
      if (cause instanceof SyntaxError)
        return new TrunklineError(`${method} ${url} was not answered by a Trunkline server: the response is not JSON`, {
          cause
        })
      return new ConnectionError(`${method} ${url} got no response: ${reasonOf(cause)}`, { cause })
    }
    const ask: Ask = (url, headers, redirect) =>
      fetch(url, {
        method,
        headers,
        signal,
        redirect,
        ...(body === undefined ? {} : { body }),
        ...(body instanceof ReadableStream ? { duplex: "half" } : {})
      } as RequestInit)
    let response: Response
    try {
      // The API leads nowhere else. Followed, a command would become a GET, or lose its credential.
      if (isOwn) response = await ask(url, headers, "manual")
      else response = method === "GET" ? await fetchFile(ask, url, headers) : await ask(url, headers, "follow")
    } catch (cause) {
      return failed(cause)
    }
    await onResponse?.(response, tried)
    try {
      return response.ok ? { data: await read(response), response } : await apiError(response)
    } catch (cause) {
      return failed(cause)
    }
  }
}

type Ask = (url: string, headers: Headers, redirect: "manual" | "follow") => Promise<Response>

/** A file, from wherever its address leads: an object store gets none of the headers that are for the server. */
const fetchFile = async (ask: Ask, url: string, headers: Headers): Promise<Response> => {
  let response = await ask(url, headers, "manual")
  for (let steps = 0; steps < 5; steps++) {
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null
    if (location === null) break
    await response.body?.cancel()
    const next = new URL(location, url)
    if (next.origin !== new URL(url).origin)
      headers = new Headers([...headers].filter(([name]) => ["accept", "range", "if-range"].includes(name)))
    url = next.href
    response = await ask(url, headers, "manual")
  }
  // To a page its browser does not say where; the store tells it then which headers may come.
  return response.type === "opaqueredirect" ? ask(url, headers, "follow") : response
}

/**
 * What stood in the way: beneath "fetch failed" lies what the system said, and of several addresses its code alone.
 * OpenSSL's messages are lines of its own log.
 */
const reasonOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.cause instanceof Error) return reasonOf(failure.cause)
  if ("library" in failure && "reason" in failure) return `${failure.library}: ${failure.reason}`
  return failure.message || ("code" in failure ? String(failure.code) : failure.name)
}

const isRaw = (body: unknown) =>
  body instanceof FormData ||
  body instanceof Blob ||
  body instanceof ReadableStream ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body)

/** Whether the same call may succeed a little later. A command that is still under way answers 409 and will have an answer. */
const isPassing = (error: TrunklineError): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && (retried.has(error.status) || error.code === "idempotency_in_progress"))

/** Milliseconds: what the server asks for, or half a second that doubles, less up to a half of it. */
const pauseAfter = (error: TrunklineError, attempt: number): number => {
  const asked = "retryAfter" in error ? (error.retryAfter as number | undefined) : undefined
  return asked ?? Math.min(longestPause, 500 * 2 ** (attempt - 1)) * (1 - Math.random() / 2)
}

/** Waits, or rejects with the signal's reason as soon as that is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted === true) return stop()
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener("abort", stop, { once: true })
  })

/** Lists are comma-joined; what is undefined is left out, and null is the word for none. */
const queryOf = (query: Readonly<Record<string, unknown>> = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    // The server takes nothing for no filter: who looks for the tickets of nobody would get those of everybody.
    if (Array.isArray(value) && value.length === 0)
      throw new TypeError(`${name} is an empty list, which does not filter: omit it to get everything`)
    parameters.set(
      name,
      Array.isArray(value) ? value.join(",") : value instanceof Date ? value.toISOString() : `${value}`
    )
  }
  const text = parameters.toString()
  return text === "" ? "" : `?${text}`
}
