import { useQuery } from "@tanstack/react-query"
import type { Profile, ProfileUpdate } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { keys, queryClient } from "../../../app/queries.ts"
import { useSession } from "../../../app/session.ts"
import { DraftCard } from "../../../forms/DraftCard.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { orNull, useDraft } from "../../../forms/useDraft.ts"
import { Checkbox, Field, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Page } from "../../../ui/Page.tsx"

const profileKey = ["profile"]

export default function ProfilePage() {
  const { member } = useSession()
  const query = useQuery({ queryKey: profileKey, queryFn: () => client.profile.get() })
  return (
    <Page title="Profile and notifications" lead={`You are signed in as ${member.email}.`}>
      <Loaded query={query}>{(profile) => <ProfileCard profile={profile} />}</Loaded>
    </Page>
  )
}

function ProfileCard({ profile: { displayName, notifyEmail } }: { readonly profile: Profile }) {
  const draft = useDraft<ProfileUpdate>({ displayName, notifyEmail })
  const { value, set } = draft
  const save = async (changes: ProfileUpdate) => {
    queryClient.setQueryData(profileKey, await client.profile.update(changes))
    void queryClient.invalidateQueries({ queryKey: keys.members })
  }
  return (
    <DraftCard draft={draft} save={save}>
      {(error) => (
        <>
          <Field
            label="Your name"
            hint="Shown to customers and colleagues on what you write from now on. At most 50 characters. If empty, customers see the brand's name."
            error={fieldError(error, "displayName")}
            className="max-w-sm"
          >
            <TextInput
              value={value.displayName ?? ""}
              onChange={(event) => set({ displayName: orNull(event.target.value) })}
              autoComplete="name"
            />
          </Field>
          <Checkbox
            label="Send me email"
            hint="About tickets that you watch. Owners and admins are also notified of failing webhooks and domains."
            checked={value.notifyEmail ?? false}
            onChange={(event) => set({ notifyEmail: event.target.checked })}
          />
        </>
      )}
    </DraftCard>
  )
}
