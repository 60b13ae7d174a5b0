import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  ChannelNotReady,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  UpstreamFailed
} from "../domain/Problems.ts"
import { Access, CallersAllowed, CredentialLimits } from "./Access.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"
import {
  SmsNumber,
  SmsNumberCreate,
  SmsNumberUpdate,
  SmsPreview,
  SmsPreviewResult,
  SmsTest,
  SmsTestResult
} from "./SmsPayloads.ts"

const read = [NotFound, DatabaseUnavailable]
const command = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const write = [...command, InvalidInput, AlreadyExists]
const path = { ...brandPath, numberId: idLike("num") }

export class SmsNumbersApi extends HttpApiGroup.make("smsNumbers")
  .add(
    HttpApiEndpoint.get("list", "/channels/sms", {
      params: brandPath,
      success: Schema.Array(SmsNumber),
      error: read
    }).annotateMerge(
      OpenApi.annotations({ summary: "List telephone numbers", description: "All of the brand, oldest first." })
    ),
    HttpApiEndpoint.post("create", "/channels/sms", {
      params: brandPath,
      payload: SmsNumberCreate,
      success: SmsNumber.pipe(HttpApiSchema.status(201)),
      error: [...write, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a telephone number",
          description:
            "Text messages to it become tickets, and agents' public comments go back as text messages. Then set the number's webhook at Twilio to `inboundUrl`. A brand has at most 50 numbers; 409 `already_exists`: a brand has this number of this account."
        })
      ),
    HttpApiEndpoint.get("get", "/channels/sms/:numberId", {
      params: path,
      success: SmsNumber,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a telephone number",
        description: "With whether it works and what went wrong last, without its secrets, which are never shown."
      })
    ),
    HttpApiEndpoint.patch("update", "/channels/sms/:numberId", {
      params: path,
      payload: SmsNumberUpdate,
      success: SmsNumber,
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a telephone number",
          description:
            "After a change of `authToken` the one before is good for incoming requests for another day, so that a token can be rotated without a gap."
        })
      ),
    HttpApiEndpoint.delete("delete", "/channels/sms/:numberId", {
      params: path,
      success: Success,
      error: command
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove a telephone number",
          description:
            "Its tickets stay. What has come in is handled first, which may take ten seconds; what cannot be is `failed` in the inbound log. What was not sent yet is suppressed, and Twilio's requests are answered with 404."
        })
      ),
    HttpApiEndpoint.post("test", "/channels/sms/:numberId/test", {
      params: path,
      payload: SmsTest,
      success: SmsTestResult,
      error: [...command, InvalidInput, ChannelNotReady, UpstreamFailed]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotate(CredentialLimits, ["bulk"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send a test text message",
          description:
            "Sends one text message, which Twilio charges for, and asks where Twilio sends what comes in. 409 `channel_not_ready`: the number is disabled, or belongs to test data, whose messages never leave. 502 `upstream_failed`: the message says what Twilio answered."
        })
      ),
    HttpApiEndpoint.post("preview", "/channels/sms/preview", {
      params: brandPath,
      payload: SmsPreview,
      success: SmsPreviewResult,
      error: [...read, InvalidInput]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Say what a text takes",
        description:
          "How many messages and segments a text takes as a text message. Nothing is sent or kept: for whoever writes, while they write."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(
    OpenApi.annotations({ title: "smsNumbers", description: "Telephone numbers at Twilio, of one brand." })
  ) {}
