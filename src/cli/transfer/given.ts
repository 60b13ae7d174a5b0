/** The members that have a value: to the types of JSON, a missing member and an `undefined` one are different. */
export const given = <A extends object>(members: A): { readonly [K in keyof A]?: Exclude<A[K], undefined> } =>
  // Members that are `undefined` are removed.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>
  }
