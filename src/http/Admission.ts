import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Access, CallersAllowed, CredentialLimits, CurrentCommand, NetworkLimits, OpenAccess } from "../api/Access.ts"
import { isRepeatable } from "../api/isRepeatable.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { problemOf } from "../api/problemOf.ts"
import { validationFailed } from "../api/validationFailed.ts"
import { AnswerRoom } from "../domain/AnswerRoom.ts"
import type { Actor } from "../domain/Causation.ts"
import { CurrentPrincipal, type Principal } from "../domain/Principal.ts"
import { Receipts } from "../events/Receipts.ts"
import { makeAuthenticate, unauthorized } from "./authenticate.ts"
import { calledOf } from "./Called.ts"
import { charge, takeToken } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { commandOf, idempotencyKeyOf } from "./idempotency.ts"
import { ifMatchOf } from "./ifMatch.ts"
import { makeInTurn } from "./inTurn.ts"
import { KnownNames } from "./KnownNames.ts"
import { needTold } from "./needTold.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { answerFailures, problemAnswer } from "./problemAnswer.ts"
import { problemOfCause } from "./problemOfCause.ts"
import type { Query } from "./QueryReader.ts"
import { RateLimits } from "./RateLimits.ts"
import { Refused } from "./Refused.ts"
import { currentRecord } from "./RequestRecord.ts"
import { readWhileAdmitted } from "./readWhileAdmitted.ts"
import { refuseCaller } from "./refuseCaller.ts"
import { awaitRoom } from "./refuseLoad.ts"
import { replay } from "./replies.ts"
import {
  jsonText,
  maxBodyBytes,
  readBody,
  refuseEncoding,
  refuseLength,
  refuseMediaType,
  refuseTypeOtherThan,
  withBody
} from "./requestBody.ts"
import { reaches } from "./scopes.ts"
import { makeUntilRevoked } from "./untilRevoked.ts"

/** A command with an idempotency key. */
interface Named {
  readonly principal: Principal
  /** Whether the principal reaches the brand that the request names, possibly in its body, or names none. */
  readonly isReached: () => boolean
  readonly key: Uint8Array
  /** `unknownContent` for a form until its handler has read which file it contains. */
  fingerprint: Uint8Array
}

const unknownContent = new Uint8Array()
const formType = "multipart/form-data"
/** Bytes that a form may contain besides its file. */
const maxFormOverhead = 64 * 1024

/**
 * The way into every endpoint: the checks in front of its handler, in a fixed order, and the response to every failure after
 * them. A command with a known idempotency key gets its first response even if a later check would now refuse it, so that a
 * repeated delete does not end in 404. It is looked up only after a refusal, so success pays nothing for it. Callers who
 * lost the permission do not get a secret again, and callers who lost access to the brand get nothing.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const authenticate = yield* makeAuthenticate
    const untilRevoked = yield* makeUntilRevoked
    const limits = yield* RateLimits
    const receipts = yield* Receipts
    const { attachmentMaxBytes, publicUrl } = yield* HttpSettings
    const inTurn = makeInTurn()

    /** The stored response of the command. What a form contains is unknown until its handler has read it. */
    const answered = (named: Named) =>
      Effect.suspend(() =>
        named.fingerprint.length === 0 || !named.isReached()
          ? Effect.succeedNone
          : receipts.find(named.principal.tenant, named)
      )

    const access = Access.of((handler, { endpoint, group }) => {
      const callers = Context.get(Context.merge(group.annotations, endpoint.annotations), CallersAllowed)
      const buckets = Context.get(endpoint.annotations, CredentialLimits)
      const isWrite = endpoint.method !== "GET"
      const decodesBody = endpoint.payload.size > 0
      const takesForm = endpoint.payload.has(formType)
      const takesKey = isRepeatable(endpoint)
      const parameters = KnownNames.ofQuery(endpoint)
      const members = KnownNames.ofBody(endpoint)
      const tellNeed = needTold(endpoint)
      const called = calledOf(group, endpoint)
      const maxBytes = takesForm ? attachmentMaxBytes + maxFormOverhead : maxBodyBytes

      return Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const query = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
        const record = currentRecord(fiber)
        const { brandId } = Context.getUnsafe(fiber.context, HttpRouter.RouteContext).params
        const source = nodeRequest(request)
        const answer = problemAnswer(publicUrl, request, record)
        record.route = endpoint.path
        record.called = called
        let named: Named | undefined

        const tooLarge = isWrite ? refuseLength(source, maxBytes) : undefined
        if (tooLarge !== undefined) return Effect.succeed(answer(tooLarge))

        /** The command of a caller who may call this endpoint. */
        const command = (principal: Principal): Result.Result<CurrentCommand["Service"], Problem> => {
          const problem = refuseCaller(principal, callers) ?? refuseQuery(parameters, query)
          if (problem !== undefined) return Result.fail(problem)
          return Result.map(ifMatchOf(source.headers["if-match"]), (ifMatch) => ({
            causation: { ...record.cause, actor: actorOf(principal) },
            ifMatch,
            idempotency: named
          }))
        }

        // Adds one service at a time: merging would copy the context.
        const handle = (principal: Principal, command: CurrentCommand["Service"]) =>
          Effect.updateContext(handler, (context: Context.Context<never>) =>
            Context.add(context, CurrentPrincipal, principal).pipe(
              Context.add(CurrentCommand, command),
              Context.add(AnswerRoom, awaitRoom)
            )
          )

        const write = (admitted: Principal) =>
          Effect.gen(function* () {
            yield* Refused.when(takesForm ? refuseTypeOtherThan(formType, source) : refuseMediaType(source))
            // A form is read by its handler as it arrives.
            const { body, caller: principal } = takesForm
              ? { body: undefined, caller: admitted }
              : yield* readWhileAdmitted(admitted, readBody(request, source), authenticate(source, record, true))
            const key = takesKey ? yield* Refused.unless(idempotencyKeyOf(source)) : undefined
            if (key !== undefined) {
              const isReached = () => principal.brands === "all" || reachesNamed(principal, brandId, body)
              named = { principal, isReached, ...commandOf(principal, request, key, body ?? unknownContent) }
              if (takesForm) named.fingerprint = unknownContent
            }
            const handled = handle(principal, yield* Refused.unless(command(principal)))
            const text = body === undefined ? undefined : yield* jsonText(body, members, !decodesBody)
            const served =
              text === undefined
                ? Effect.raceFirst(handled, Effect.andThen(untilRevoked(source, principal), Refused.of(unauthorized)))
                : Effect.provideService(
                    Effect.mapError(handled, tellNeed(text)),
                    HttpServerRequest.HttpServerRequest,
                    withBody(request, text)
                  )
            if (named === undefined) return yield* served
            const name = `${named.principal.tenant.id} ${Buffer.from(named.key).toString("hex")}`
            return yield* inTurn(name, served, Effect.map(answered(named), Option.map(replay)))
          })

        const serve = Effect.flatMap(
          authenticate(source, record),
          (principal): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> => {
            const limited = isSearch(request.url) ? takeToken(record, limits.search, principal.id) : undefined
            if (limited !== undefined) return Effect.fail(limited)
            for (const bucket of buckets) {
              const limited = takeToken(record, limits[bucket], principal.id)
              if (limited !== undefined) return Effect.fail(limited)
            }
            if (isWrite) return write(principal)
            const made = command(principal)
            return Result.isSuccess(made) ? handle(principal, made.success) : Refused.of(made.failure)
          }
        )

        return Effect.catchCause(serve, (cause) => {
          const problem = Option.getOrUndefined(problemOfCause(cause))
          if (problem === undefined) return Effect.orDie(Effect.failCause(cause))
          if (named === undefined || !mayHaveSucceededBefore(problem)) return Effect.succeed(answer(problem))
          return Effect.match(answered(named), {
            onSuccess: Option.match({
              onNone: () => answer(problem),
              onSome: (kept) =>
                kept.isSecret === true && problem.code === "forbidden" ? answer(problem) : replay(kept)
            }),
            onFailure: (error) => answer(error._tag === "IdempotencyKeyReused" ? problemOf(error) : problem)
          })
        })
      })
    })

    const openAccess = OpenAccess.of((handler, { endpoint, group }) => {
      const called = calledOf(group, endpoint)
      const buckets = Context.get(endpoint.annotations, NetworkLimits)
      const parameters = KnownNames.ofQuery(endpoint)
      const takesBody = endpoint.payload.size > 0
      const members = KnownNames.ofBody(endpoint)
      // A file is sent as it is, with the type that was announced; the body of a GET is ignored.
      const refuseType = takesBody ? refuseMediaType : endpoint.method === "GET" ? () => undefined : refuseEncoding

      return Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const query = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
        const record = currentRecord(fiber)
        const answer = problemAnswer(publicUrl, request, record)
        record.route = endpoint.path
        record.called = called

        const serve = Effect.gen(function* () {
          const source = nodeRequest(request)
          if (takesBody) yield* Refused.when(refuseLength(source))
          for (const bucket of buckets) yield* charge(record, limits[bucket], record.network)
          yield* Refused.when(refuseType(source) ?? refuseQuery(parameters, query))
          if (!takesBody) return yield* handler
          const text = yield* jsonText(yield* readBody(request, source), members, false)
          return yield* Effect.provideService(handler, HttpServerRequest.HttpServerRequest, withBody(request, text))
        })
        return answerFailures(serve, answer)
      })
    })

    return Context.make(Access, access).pipe(Context.add(OpenAccess, openAccess))
  })
)

const BrandNamed = Schema.fromJsonString(Schema.Struct({ brandId: Schema.String }))
/** Whether the caller reaches the brand named in the path, or else in the body; true if neither names one. */
const reachesNamed = (caller: Principal, brandId: string | undefined, body: Uint8Array | undefined): boolean => {
  if (brandId !== undefined) return reaches(caller, brandId)
  const named = Schema.decodeUnknownOption(BrandNamed)(Buffer.from(body ?? unknownContent).toString())
  return Option.isNone(named) || reaches(caller, named.value.brandId)
}

const refuseQuery = (known: KnownNames, query: Query): Problem | undefined => {
  const [first, ...rest] = Object.keys(query).flatMap((name) => known.misnamed(name) ?? [])
  return first === undefined ? undefined : validationFailed([first, ...rest])
}

/** Searches also take from a bucket of their own. */
const isSearch = (url: string): boolean => /[?&](search|q)=[^&]/.test(url)

const actorOf = ({ id, key, kind, name, signedIn }: Principal): Actor => ({
  ...actorsOf[kind],
  id,
  name,
  email: signedIn?.member.email,
  apiKeyPrefix: key?.prefix
})

/** Each kind of credential as an actor, and the channel it uses. */
const actorsOf = {
  api_key: { type: "api_key", channel: "api" },
  session: { type: "agent", channel: "dashboard" },
  portal_token: { type: "customer", channel: "portal" }
} as const

/** Refusals that may be due to an earlier success; all others concern the moment or the key itself. */
const mayHaveSucceededBefore = ({ code }: Problem) =>
  !["idempotency_key_reused", "idempotency_in_progress", "unavailable", "timeout"].includes(code)
