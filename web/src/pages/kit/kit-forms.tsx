import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField, TextAreaField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Section, wait } from './kit-parts.tsx';

export function Forms() {
  const form = useForm({
    defaultValues: { name: 'Savings for harvest', description: '', email: '', password: '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  return (
    <Section title="Forms">
      <div className="grid gap-4 lg:grid-cols-2">
        <Card
          title="Account"
          description="Registered with react-hook-form."
          footer={
            <div className="flex justify-end gap-2">
              <Button onClick={() => form.reset()}>Reset</Button>
              <Button
                variant="primary"
                busyLabel="Saving..."
                onClick={() => form.handleSubmit(() => wait(1000))()}
              >
                Save Company
              </Button>
            </div>
          }
        >
          <form noValidate className="flex flex-col gap-4">
            <TextField
              label="Account name"
              required
              counter
              maxLength={100}
              hint="Seen by everyone in the company."
              error={errors.name?.message}
              {...form.register('name', { required: 'Account name is required' })}
            />
            <TextField
              label="Email Address"
              type="email"
              required
              error={errors.email?.message}
              {...form.register('email', { required: 'Email is required' })}
            />
            <PasswordField
              label="Password"
              autoComplete="new-password"
              hint="At least 6 characters."
              error={errors.password?.message}
              {...form.register('password', {
                minLength: { value: 6, message: 'Password must be at least 6 characters' },
              })}
            />
            <TextAreaField
              label="Description"
              counter
              maxLength={500}
              {...form.register('description')}
            />
          </form>
        </Card>
        <Card title="States">
          <div className="flex flex-col gap-4">
            <TextField
              label="Initial deposit"
              prefix="UGX"
              inputMode="decimal"
              defaultValue="250000"
            />
            <TextField
              label="Username"
              defaultValue="k"
              required
              error="Username must be at least 3 characters"
            />
            <SelectField
              label="Account type"
              placeholder="Select a type..."
              options={[
                { value: '1', label: 'Savings' },
                { value: '2', label: 'Checking' },
              ]}
            />
            <SelectField
              label="Locked type"
              disabled
              hint="Account type cannot be changed after creation"
              options={[{ value: '1', label: 'Savings' }]}
            />
            <TextField label="Read only" readOnly value="1000-2044-118" />
            <Checkbox
              label="Active user (user can log in)"
              description="Inactive users cannot sign in."
              defaultChecked
            />
            <Checkbox label="Not chosen" />
            <Checkbox label="Disabled" disabled />
            <Switch
              label="Email notifications"
              description="Sent to your address."
              defaultChecked
            />
            <Switch label="SMS notifications" />
            <Switch label="Not available" disabled />
          </div>
        </Card>
      </div>
    </Section>
  );
}
