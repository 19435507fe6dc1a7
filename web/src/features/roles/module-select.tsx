import { Select } from '../../ui/select.tsx';

interface ModuleSelectProps {
  modules: readonly string[];
  /** Empty for all. */
  value: string;
  onChange: (module: string) => void;
  className?: string | undefined;
}

export function ModuleSelect({ modules, value, onChange, className }: ModuleSelectProps) {
  // The address may contain a module that no role has; the box shows it instead of "All".
  const known = value === '' || modules.includes(value) ? modules : [...modules, value];
  return (
    <Select
      aria-label="Module"
      fullWidth
      className={className}
      options={[
        { value: '', label: 'All Modules' },
        ...known.map((module) => ({ value: module, label: module })),
      ]}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
