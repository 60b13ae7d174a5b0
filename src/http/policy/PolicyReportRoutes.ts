import { Effect, Metric, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Problem } from "../../api/ProblemCatalogue.ts"
import { charge } from "../charge.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { nodeRequest } from "../nodeRequest.ts"
import { answerFailures, problemAnswer } from "../problemAnswer.ts"
import { RateLimits } from "../RateLimits.ts"
import { Refused } from "../Refused.ts"
import { currentRecord, type RequestRecord } from "../RequestRecord.ts"
import { readBody, refuseLength } from "../requestBody.ts"
import { reportsPath } from "./reportedPolicy.ts"
import { type Violation, violations } from "./violations.ts"

/** Bytes of a report. Browsers send one violation, or those of a minute. */
const maxBytes = 32 * 1024

const counter = Metric.counter("csp_violations_total", {
  description: "Violations of a Content-Security-Policy that browsers reported.",
  incremental: true
})
const counted = {
  dashboard: Metric.withAttributes(counter, { program: "dashboard" }),
  portal: Metric.withAttributes(counter, { program: "portal" }),
  widget: Metric.withAttributes(counter, { program: "widget" })
}

/**
 * Receives browsers' reports of violations of our pages' policies. Each is logged and counted, and nothing is stored.
 * Anybody may post here, so reports are small, rate limited, and reduced to origins and paths.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const limits = yield* RateLimits
    const { publicUrl } = yield* HttpSettings

    const take = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, record: RequestRecord) {
      const source = nodeRequest(request)
      yield* charge(record, limits.policyReports, record.network)
      yield* Refused.when(refuseLength(source, maxBytes))
      const [type = ""] = (source.headers["content-type"] ?? "").split(";", 1)
      if (!types.has(type.trim().toLowerCase())) return yield* Refused.of(otherType)
      const body = Buffer.from(yield* readBody(request, source, maxBytes)).toString()
      const told = yield* Option.match(violations(body), {
        onNone: () => Effect.fail(Refused.of(noReport)),
        onSome: Effect.succeed
      })
      yield* Effect.forEach(told, (violation) =>
        Effect.andThen(
          Metric.update(counted[record.site === undefined ? programOf(violation) : "portal"], 1),
          Effect.annotateLogs(Effect.logWarning("a page's policy was violated"), { ...violation })
        )
      )
      return HttpServerResponse.empty({ status: 204 })
    })

    yield* router.add(
      "POST",
      reportsPath,
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.withFiber((fiber) => {
          const record = currentRecord(fiber)
          record.route = reportsPath
          return answerFailures(take(request, record), problemAnswer(publicUrl, request, record))
        })
      )
    )
  })
)

const types: ReadonlySet<string> = new Set(["application/csp-report", "application/reports+json"])

const otherType: Problem = {
  code: "unsupported_media_type",
  detail: "A report is application/csp-report or application/reports+json."
}
const noReport: Problem = {
  code: "malformed_json",
  detail: "This is no report of a violated Content-Security-Policy, as browsers send them."
}

/** The program that a page belongs to. */
const programOf = ({ page }: Violation): keyof typeof counted =>
  page.startsWith("/portal/") ? "portal" : page.startsWith("/widget/") ? "widget" : "dashboard"
