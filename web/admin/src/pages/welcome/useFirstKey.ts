import { useMutation } from "@tanstack/react-query"
import { client } from "../../app/client.ts"
import { mode } from "../../app/mode.ts"

/** The key created in the first steps. Its secret is known only here and now. */
export const useFirstKey = () => {
  const create = useMutation({ mutationFn: () => client.apiKeys.create({ name: "First steps", mode }) })
  return { create, secret: create.data?.secret }
}

export type FirstKey = ReturnType<typeof useFirstKey>
