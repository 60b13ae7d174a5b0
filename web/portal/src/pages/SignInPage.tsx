/** Asks for an address, to which a link is mailed. */
export const SignInPage = ({
  base,
  ended,
  email,
  next,
  refused
}: {
  readonly base: string
  /** Where to go on afterwards, below the portal's path. */
  readonly next: string
  /** Whether the visitor was signed in until now. */
  readonly ended: boolean
  readonly email?: string
  readonly refused?: string | undefined
}) => (
  <section class="card narrow">
    <h1>{ended ? "You were signed out" : "Sign in"}</h1>
    <p class="soft">
      {ended ? "You were away for a while. " : ""}
      Write down your e-mail address, and we mail you a link that signs you in. You need no password and no account.
    </p>
    <form method="post" action={`${base}/sign-in`}>
      <input type="hidden" name="next" value={next} />
      <label for="email">Your e-mail address</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        required
        maxLength={254}
        value={email}
        aria-invalid={refused !== undefined}
        aria-describedby={refused === undefined ? undefined : "email-refused"}
      />
      {refused === undefined ? null : (
        <p id="email-refused" class="bad">
          {refused}
        </p>
      )}
      <button type="submit">Mail me a link</button>
    </form>
  </section>
)

/** What follows, whoever has the address. */
export const MailedPage = ({ base }: { readonly base: string }) => (
  <section class="card narrow">
    <h1>Look into your mail</h1>
    <p>A link is on its way. It works once, within 15 minutes, and a newer one takes its place.</p>
    <p class="soft">Nothing there? Look among what was taken for spam, or check the address.</p>
    <p>
      <a href={`${base}/sign-in`}>Ask for another link</a>
    </p>
  </section>
)

/** What a link opens. Opening it changes nothing, however often: mail scanners open links too. */
export const EnterPage = ({
  base,
  next,
  token
}: {
  readonly base: string
  readonly next: string
  readonly token: string
}) => (
  <section class="card narrow">
    <h1>Sign in</h1>
    <p class="soft">One more click: programs that check mail open links as well, and must not use yours up.</p>
    <form method="post" action={`${base}/enter`}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="next" value={next} />
      <button type="submit">Go on to my requests</button>
    </form>
  </section>
)
