/**
 * The token of a visitor who signed in by a mailed link, where the browser keeps what is this frame's on this site
 * alone. Other tabs of the site hear of it. Without storage the token lasts as long as the page.
 */
export class LinkToken {
  readonly #key: string

  constructor(brandId: string) {
    this.#key = `trunkline.token.${brandId}`
  }

  get(): string | undefined {
    try {
      return localStorage.getItem(this.#key) ?? undefined
    } catch {
      return undefined
    }
  }

  set(token: string | undefined) {
    try {
      if (token === undefined) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, token)
    } catch {
      // The browser keeps nothing for frames of other sites.
    }
  }

  /** Calls `heard` when another tab has signed in or out. */
  watch(heard: (token: string | undefined) => void): () => void {
    const listen = ({ key, newValue }: StorageEvent) => {
      if (key === this.#key) heard(newValue ?? undefined)
    }
    addEventListener("storage", listen)
    return () => removeEventListener("storage", listen)
  }
}
