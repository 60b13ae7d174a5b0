import { useQuery } from "@tanstack/react-query"
import { client } from "../../../app/client.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { Badge } from "../../../ui/Badge.tsx"
import { Card } from "../../../ui/Card.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Page } from "../../../ui/Page.tsx"
import { ActorTable } from "./ActorTable.tsx"
import { interval, look, pause } from "./look.ts"
import { readReadiness } from "./readReadiness.ts"
import { useActors } from "./useActors.ts"

export default function SystemPage() {
  const health = useQuery({
    queryKey: ["health"],
    queryFn: () => client.system.health(look),
    refetchInterval: pause
  })
  const ready = useQuery({ queryKey: ["ready"], queryFn: readReadiness, refetchInterval: interval })
  const actors = useActors()
  return (
    <Page
      title="System"
      lead="How the server is, looked at every few seconds."
      actions={<CopyAsCurl call={{ method: "GET", path: "/v1/system/actors" }} />}
    >
      <Card title="Server">
        <Loaded query={ready}>
          {({ checks, status }) => (
            <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
              <Check name="Version" word={health.data?.version ?? (health.isLoadingError ? "unknown" : "…")} />
              <Check name="Serves" word={status} isGood={status === "ok"} />
              {Object.entries(checks).map(([name, word]) => (
                <Check key={name} name={name} word={word} isGood={word === "ok"} />
              ))}
            </dl>
          )}
        </Loaded>
      </Card>
      <Loaded query={actors}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No parts of your own">
              Connections of your brands appear here. What serves all accounts is for the operator, on the machine
              itself.
            </EmptyState>
          ) : (
            <ActorTable actors={list} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Check({ name, word, isGood }: { readonly name: string; readonly word: string; readonly isGood?: boolean }) {
  return (
    <div>
      <dt className="text-sm text-soft capitalize">{name}</dt>
      <dd>{isGood === undefined ? word : <Badge tone={isGood ? "good" : "bad"}>{word}</Badge>}</dd>
    </div>
  )
}
