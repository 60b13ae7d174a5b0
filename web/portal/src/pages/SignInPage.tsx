import { useWords } from "../language.ts"

/** Asks for an address, and sends a sign-in link to it. */
export const SignInPage = ({
  base,
  ended,
  email,
  isRefused = false,
  next
}: {
  readonly base: string
  /** Where to go after signing in, below the portal's path. */
  readonly next: string
  /** Whether the visitor's session has just ended. */
  readonly ended: boolean
  readonly email?: string
  /** Whether the entered text is not an address. */
  readonly isRefused?: boolean
}) => {
  const words = useWords()
  return (
    <section class="card narrow">
      <h1>{ended ? words.signedOut : words.signIn}</h1>
      {ended ? <p>{words.awayTooLong}</p> : null}
      <p class="soft">
        {words.whoAreYou} {words.noPassword}
      </p>
      <form method="post" action={`${base}/sign-in`}>
        <input type="hidden" name="next" value={next} />
        <label for="email">{words.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          required
          maxLength={254}
          value={email}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? "email-refused" : undefined}
        />
        {isRefused ? (
          <p id="email-refused" class="bad">
            {words.notAnAddress}
          </p>
        ) : null}
        <button type="submit">{words.mailMe}</button>
      </form>
    </section>
  )
}

/** Shown next, no matter whether the address is known. */
export const MailedPage = ({ base, email }: { readonly base: string; readonly email: string }) => {
  const words = useWords()
  return (
    <section class="card narrow">
      <h1>{words.lookIntoMail}</h1>
      <p>
        {words.linkSent(email)} {words.linkRules}
      </p>
      <p class="soft">{words.nothingThere}</p>
      <p>
        <a href={`${base}/sign-in`}>{words.askForLink}</a>
      </p>
    </section>
  )
}

/** The page that a link opens. Opening it changes nothing, however often: mail scanners open links too. */
export const EnterPage = ({
  base,
  next,
  token
}: {
  readonly base: string
  readonly next: string
  readonly token: string
}) => {
  const words = useWords()
  return (
    <section class="card narrow">
      <h1>{words.almostThere}</h1>
      <p class="soft">{words.oneMoreClick}</p>
      <form method="post" action={`${base}/enter`}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={next} />
        <button type="submit">{words.signIn}</button>
      </form>
    </section>
  )
}
