import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { auditedEvents } from "../domain/AuditEntry.ts"
import { Access, AnswerHeaders, CallersAllowed, ChannelAccess, CredentialOptional } from "./Access.ts"
import { Api } from "./Api.ts"
import { addExamples } from "./exampleOf.ts"
import { isRepeatable } from "./isRepeatable.ts"
import { describeMembers } from "./memberWords.ts"
import { declaredParameters } from "./Parameters.ts"
import { type Code, catalogue, codes } from "./ProblemCatalogue.ts"
import type { Permission } from "./permissions.ts"
import { problemExamples } from "./problemExamples.ts"
import { codesOf } from "./problemOf.ts"
import { addResponseHeaders, responseHeaders } from "./responseHeaders.ts"
import { openEnum } from "./Shapes.ts"
import { sessionCookieName } from "./sessionCookieName.ts"
import { webhookOperations } from "./webhookOperations.ts"

/** A JSON object of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

/** Errors of all endpoints: any request can be malformed, and anything can fail. */
const always: ReadonlyArray<Code> = ["malformed_request", "internal"]
/** Errors of all endpoints with credentials. */
const ofCallers: ReadonlyArray<Code> = [
  "validation_failed",
  "unauthorized",
  "token_expired",
  "origin_not_allowed",
  "forbidden",
  "rate_limited",
  "unavailable"
]
/** Errors of all endpoints with a body. */
const ofBodies: ReadonlyArray<Code> = [
  "validation_failed",
  "malformed_json",
  "payload_too_large",
  "unsupported_media_type"
]
/** Errors of all endpoints with query parameters. */
const ofQueries: ReadonlyArray<Code> = ["validation_failed"]
/** Errors of commands with an idempotency key. */
const ofRepeatable: ReadonlyArray<Code> = ["invalid_idempotency_key"]

/** Errors of endpoints for test mode only. */
const ofTestMode: ReadonlyArray<Code> = ["test_mode_only"]

const securitySchemes = (publicUrl: string) => ({
  apiKey: { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer sk_live_…`." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookieName(publicUrl),
    description: "The session of a team member in a browser. Signing in sets the cookie."
  },
  sessionToken: {
    type: "http",
    scheme: "bearer",
    description:
      "The same session in a program: `Authorization: Bearer stk_…`, with the `sessionToken` returned when signing in."
  },
  portalToken: {
    type: "http",
    scheme: "bearer",
    description: "A customer's portal token: `Authorization: Bearer pt_…`."
  }
})

/** The credential of custom channels. */
const signatureScheme = {
  channelSignature: {
    type: "apiKey",
    in: "header",
    name: "webhook-signature",
    description:
      "`v1,<base64 HMAC-SHA-256>` of `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the channel's secret. Send it together with both of those headers (Standard Webhooks)."
  }
}

const schemesOf = { api_key: ["apiKey"], session: ["session", "sessionToken"], portal_token: ["portalToken"] } as const

const headerParameters = {
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "Makes the request safe to repeat: for 24 hours, the same key and body get the same response.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  },
  ifMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The `ETag` of the record as you know it. Any other version is left unchanged.",
    schema: { type: "string" }
  }
}

/** The published OpenAPI 3.1 document: generated from the declaration, with what it cannot express added. */
export const openApiDocument = (publicUrl: string): Node => {
  const document: Node = OpenApi.fromApi(Api, { includeAnnotationKey: (key) => key === openEnum })
  document["servers"] = [{ url: publicUrl }]
  document["info"].contact = { name: "Operator of this installation", url: publicUrl }
  document["components"].securitySchemes = { ...securitySchemes(publicUrl), ...signatureScheme }
  document["components"].headers = responseHeaders
  document["components"].responses = {}
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations, middleware }) => {
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}")
      const operation: Node = document["paths"][path][endpoint.method.toLowerCase()]
      const isOf = (access: { readonly key: string }) => [...middleware].some(({ key }) => key === access.key)
      const takesCredential = isOf(Access) || isOf(ChannelAccess)
      describe(
        document,
        operation,
        endpoint,
        takesCredential || Context.get(mergedAnnotations, CredentialOptional)
          ? Context.get(mergedAnnotations, CallersAllowed)
          : undefined,
        Context.get(mergedAnnotations, CredentialOptional)
      )
      // A signature can replace the credential.
      if (isOf(ChannelAccess)) operation["security"].unshift({ channelSignature: [] })
    }
  })
  // Only parameters have these values, and the framework knows parameters as text.
  document["components"].schemas.AuditEventName = {
    type: "string",
    enum: auditedEvents,
    description: "The name of an action in the audit log."
  }
  document["components"].examples = problemExamples(publicUrl, answeredCodes(document))
  removeErrorSchemas(document["components"].schemas)
  for (const schema of Object.values<Node>(document["components"].schemas)) describeFree(schema["properties"] ?? {})
  describeMembers(document["components"].schemas)
  const opened = open(document)
  addExamples(opened)
  opened["webhooks"] = webhookOperations(opened)
  return opened
}

const describe = (
  document: Node,
  operation: Node,
  endpoint: HttpApiEndpoint.Top,
  callers: Permission | undefined,
  credentialOptional: boolean
) => {
  const isWrite = endpoint.method !== "GET"
  operation["parameters"] = operation["parameters"].map(typed(endpoint)).map(described)
  const takesQuery = operation["parameters"].some((parameter: Node) => parameter["in"] === "query")
  const declared = [...endpoint.error].flatMap(({ ast }) => codesOfError(ast.annotations))
  const takesKey = isRepeatable(endpoint)
  operation["security"] = [
    ...(credentialOptional ? [{}] : []),
    ...(callers?.kinds ?? []).flatMap((kind) => schemesOf[kind]).map((scheme) => ({ [scheme]: [] }))
  ]
  if (takesKey) operation["parameters"].push(headerParameters.idempotencyKey)
  if (declared.includes("precondition_failed")) operation["parameters"].push(headerParameters.ifMatch)
  // An empty body means {}.
  const body = operation["requestBody"]
  const json = body?.content["application/json"]
  if (json !== undefined) {
    const { $ref } = json.schema
    const { allOf, required } = document["components"].schemas[String($ref).split("/").at(-1) ?? ""] ?? {}
    const needsSome = ({ anyOf = [{}] }: Node) => anyOf.every((shape: Node) => shape["required"] !== undefined)
    body.required = required !== undefined || (allOf ?? []).some(needsSome)
  }

  const possible = new Set<Code>([
    ...declared,
    ...always,
    ...(callers === undefined ? [] : ofCallers),
    ...(takesKey ? ofRepeatable : []),
    ...(endpoint.payload.size > 0 || (callers !== undefined && isWrite) ? ofBodies : []),
    ...(takesQuery ? ofQueries : []),
    ...(callers?.testMode ? ofTestMode : [])
  ])
  const known = codes.filter((code) => possible.has(code))
  // The framework puts errors without a status here; problems describe them better.
  delete operation["responses"]["500"]
  for (const code of known) {
    const { status, title } = catalogue[code]
    operation["responses"][status] ??= {
      description: "",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" }, examples: {} } }
    }
    const response: Node = operation["responses"][status]
    const { examples } = response["content"]?.["application/json"] ?? {}
    if (examples !== undefined) examples[code] = { $ref: `#/components/examples/${code}` }
    response["description"] = [response["description"], `\`${code}\`: ${title}.`].filter(Boolean).join(" ")
  }
  operation["x-error-codes"] = known
  addResponseHeaders({
    document,
    path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
    responses: operation["responses"],
    isRepeatable: takesKey,
    named: Context.get(endpoint.annotations, AnswerHeaders)
  })
  shareProblems(document, operation["responses"])
}

/** Describes error responses with the same codes once, for all operations. Their names list the codes. */
const shareProblems = (document: Node, responses: Node) => {
  for (const [status, response] of Object.entries<Node>(responses)) {
    const failures = Object.keys(response["content"]?.["application/json"]?.examples ?? {})
    if (failures.length === 0) continue
    const name = failures.map(pascal).join("Or")
    document["components"].responses[name] = response
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
}

const pascal = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The codes that operations answer; some requests fail before there is an operation. */
const answeredCodes = ({ paths }: Node): ReadonlyArray<Code> => {
  const operations = Object.values<Node>(paths).flatMap((methods) => Object.values<Node>(methods))
  const answered = new Set(operations.flatMap((operation): ReadonlyArray<Code> => operation["x-error-codes"]))
  return codes.filter((code) => answered.has(code))
}

/** A query parameter as declared; to the framework it is text. Lists are comma-separated. */
const typed = ({ query }: HttpApiEndpoint.Top) => {
  const declared = declaredParameters(query)
  return (parameter: Node): Node => {
    const { name } = parameter
    const own = parameter["in"] === "query" ? declared.get(name) : undefined
    if (own === undefined) return parameter
    return { name, in: "query", ...own, ...(own.schema["type"] === "array" ? { style: "form", explode: false } : {}) }
  }
}

/** Moves the description from a parameter's schema to the parameter, where readers and generators look for it. */
const described = (parameter: Node): Node => {
  const { description, ...schema } = parameter["schema"]
  return description === undefined ? parameter : { ...parameter, description, schema }
}

/** The codes of a declared domain error, whose class is its identifier. */
const codesOfError = (annotations: object | undefined): ReadonlyArray<Code> => {
  const identifier = annotations !== undefined && "identifier" in annotations ? String(annotations.identifier) : ""
  return identifier in codesOf ? codesOf[identifier as keyof typeof codesOf] : []
}

/** Domain errors are sent as problems, never in their own shape. */
const removeErrorSchemas = (schemas: Node) => {
  for (const tag of Object.keys(codesOf)) delete schemas[`${tag}Encoded`]
}

const freeObject = { type: ["object", "null"], description: "Any JSON object, replaced as a whole." }

/** Members that accept any JSON: their schemas check nothing that could be documented. */
const freeMembers: { readonly [name: string]: Node } = {
  customFields: { description: "Any JSON value, stored and returned unchanged. null for none." },
  custom_fields: { description: "Same as `customFields`, which takes precedence." },
  customFieldsPatch: {
    type: "object",
    description:
      "JSON merge patch (RFC 7396) for the stored object. The result must stay within the limit of `customFields`. Cannot be combined with `customFields`."
  },
  metadata: freeObject,
  preferences: {
    type: ["object", "null"],
    description:
      "What clients store for the member, such as the dashboard's keyboard shortcuts. Replaced as a whole; null for none. Clients should preserve members that they do not know."
  },
  settings: freeObject,
  sourceData: freeObject,
  ticketSchema: freeObject,
  visibility: { not: {}, description: "Not accepted: who can see a comment is fixed when it is created." }
}

const describeFree = (properties: Node) => {
  for (const [name, schema] of Object.entries(properties)) {
    if (Object.keys(schema).length === 0 && name in freeMembers) properties[name] = freeMembers[name]
  }
}

/** Bounds of JavaScript's safe integers, which are no limits of ours. */
const isNoBound = (name: string, member: unknown) =>
  (name === "minimum" && member === Number.MIN_SAFE_INTEGER) ||
  (name === "maximum" && member === Number.MAX_SAFE_INTEGER)

/** For programs, a value that may grow is any text; its current values are listed beside that. */
const growingNode = ({ description, enum: values, ...node }: Node): Node => ({
  ...node,
  description: [description, "More values may be added."].filter(Boolean).join(" "),
  examples: values,
  [openEnum]: values
})

/**
 * A text with one set of rules. The framework lists rules that it has no name for in `allOf`, where some generators lose
 * them, and others generate code that does not compile. Beside an enum, which implies it, a length does the same.
 */
const joined = (node: Node): Node => {
  const { allOf, ...text } = node
  if (text["type"] !== "string" || !Array.isArray(allOf)) return node
  const all: Node = Object.assign({}, text, ...allOf)
  const { maxLength, minLength, ...words } = all
  return words["enum"] === undefined ? all : words
}

/**
 * Leaves all objects open, since unknown members are ignored in requests, and clients ignore those in responses. Replaces a
 * choice of one by that one, and joins the rules of texts.
 */
const open = <A>(value: A): A => {
  if (Array.isArray(value)) return value.map(open) as A
  if (typeof value !== "object" || value === null) return value
  const node = joined(value)
  const { anyOf, ...beside } = node
  if (Array.isArray(anyOf) && anyOf.length === 1) return open({ ...beside, ...anyOf[0] })
  if (beside[openEnum] === true) return growingNode(beside) as A
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, member]) => !(name === "additionalProperties" && member === false) && !isNoBound(name, member))
      .map(([name, member]) => [name, open(member)])
  ) as A
}
