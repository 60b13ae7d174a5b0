/**
 * The token of a visitor who signed in by an emailed link, in the storage that browsers keep for this frame on this site only.
 * Other tabs of the site are notified. Without storage, the token lasts as long as the page.
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
      // The browser gives frames of other sites no storage.
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
