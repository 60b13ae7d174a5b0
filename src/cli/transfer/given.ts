/** The members that have a value: to leave one out and to say that it is undefined is not the same in JSON's types. */
export const given = <A extends object>(members: A): { readonly [K in keyof A]?: Exclude<A[K], undefined> } =>
  // What is undefined is not there.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>
  }
