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

/** A request without its credential. */
export interface Call {
  readonly method: string
  /** A path from the root, such as `/v1/brands`, or a whole URL. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Sent as JSON, unless it is a form or bytes. */
  readonly body?: unknown
  /** A stream can be sent only once, so it is not retried. */
  readonly isStream?: boolean | undefined
  readonly options?: RequestOptions | undefined
}

/** A call as it is sent, without its credential. */
interface Prepared {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** Whether it goes to the server itself. Only then does it get the credential. */
  readonly isOwn: boolean
  readonly body: RequestInit["body"] | undefined
}

/** Milliseconds: the longest pause of our own, and the longest that a server may ask for; beyond that, the caller decides. */
const longestPause = 8_000
const longestWait = 60_000
const retried = new Set([408, 425, 429, 500, 502, 503, 504])

/** Sends calls and retries them: a command keeps its idempotency key, so that it takes effect once. */
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

  /** The response to a call, with its body unread. Rejects with a `TrunklineError`, or with the signal's reason. */
  async send(call: Call): Promise<Response> {
    return (await this.receive(call, async () => undefined)).response
  }

  /**
   * The response to a call and the result of reading it. A body that breaks off or takes too long counts as a failed
   * attempt.
   */
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
      // The API never redirects. If a redirect were followed, a command would become a GET, or lose its credential.
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

/** Downloads a file, following redirects: an object store gets none of the headers for the server. */
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
  // Browsers hide the target of a redirect from pages; there, the store's CORS rules decide which headers are allowed.
  return response.type === "opaqueredirect" ? ask(url, headers, "follow") : response
}

/**
 * Why a request failed. The cause of "fetch failed" has the operating system's message, or only a code if there were several
 * addresses. Messages of OpenSSL are whole lines of its log.
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

/** Whether the same call may succeed a little later. A command still in progress answers 409, and will have a result. */
const isPassing = (error: TrunklineError): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && (retried.has(error.status) || error.code === "idempotency_in_progress"))

/**
 * Milliseconds: what the server asks for, or half a second that doubles with each attempt, minus up to half of it at random.
 */
const pauseAfter = (error: TrunklineError, attempt: number): number => {
  const asked = "retryAfter" in error ? (error.retryAfter as number | undefined) : undefined
  return asked ?? Math.min(longestPause, 500 * 2 ** (attempt - 1)) * (1 - Math.random() / 2)
}

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
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

/** Joins lists with commas; leaves out `undefined`, and sends null as a word. */
const queryOf = (query: Readonly<Record<string, unknown>> = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    // To the server, an empty value is no filter: `assigneeId: []` would return everybody's tickets.
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
