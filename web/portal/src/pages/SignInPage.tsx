import { useWords } from "../language.ts"

/** Asks for an address, to which a link is mailed. */
export const SignInPage = ({
  base,
  ended,
  email,
  isRefused = false,
  next
}: {
  readonly base: string
  /** Where to go on afterwards, below the portal's path. */
  readonly next: string
  /** Whether the visitor was signed in until now. */
  readonly ended: boolean
  readonly email?: string
  /** Whether what was written is no address. */
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

/** What follows, whoever has the address. */
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

/** What a link opens. Opening it changes nothing, however often: mail scanners open links too. */
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
