import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { linkLifetime, type SignedUrl } from "../../tickets/files/FileLinks.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { MailTokens, type PageGrant } from "./MailTokens.ts"
import { type RemotePictures, remotePictures } from "./mailPage.ts"
import { pageAddress } from "./mailPaths.ts"

/** An email to show; the address adds the expiry. */
export type ShownMail = PageGrant extends infer G ? (G extends PageGrant ? Omit<G, "expiresAt"> : never) : never

/** The address of an email in its original design, and the remote pictures in it. */
export interface MailView extends SignedUrl {
  readonly pictures: RemotePictures
}

/** Addresses of emails in their original design, for callers who may read them. They work for an hour, without a credential. */
export class MailViews extends Context.Service<
  MailViews,
  { readonly view: (mail: ShownMail, html: string) => Effect.Effect<MailView> }
>()("trunkline/http/mail/MailViews") {
  static readonly layer = Layer.effect(
    MailViews,
    Effect.gen(function* () {
      const tokens = yield* MailTokens
      const { publicUrl } = yield* HttpSettings

      return MailViews.of({
        view: (mail, html) =>
          Effect.map(DateTime.now, (now) => {
            const expiresAt = DateTime.addDuration(now, linkLifetime)
            const token = tokens.write({ ...mail, expiresAt: DateTime.toEpochMillis(expiresAt) })
            return {
              url: publicUrl + pageAddress(token),
              expiresIn: Duration.toSeconds(linkLifetime),
              expiresAt,
              pictures: remotePictures(html)
            }
          })
      })
    })
  )
}
