import { t } from '@lingui/core/macro';
import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  type OptionsFilter,
} from '@mantine/core';
import { type ComponentProps, createElement, type MouseEvent } from 'react';
import { matcher } from './text/fold';

/** The accent colour, with a contrast of 4.5:1 on white (shade 7) and on the dark background (shade 3). */
const petrol = colorsTuple(
  '#e9f6f9 #d3e9ef #a5d3df #73bccf #4da8c1 #349bb8 #2092b2 #0f6a82 #0b5c72 #064a5d'.split(' '),
);

/** Backgrounds of the dark theme, tinted with the accent's hue. */
const dark = colorsTuple(
  '#dbe3e6 #b9c5ca #9aabb3 #6b7c84 #3a484e #2c383d #20292e #161d20 #12181b #0d1214'.split(' '),
);

const filter: OptionsFilter = ({ options, search, limit }) => {
  const isNamed = matcher(search);
  return options.filter(option => 'label' in option && isNamed(option.label)).slice(0, limit);
};

const ignore = (event: MouseEvent) => event.preventDefault();

/** A loading button ignores clicks, but is not disabled, which would lose the focus. */
const renderRoot = (props: ComponentProps<'a'> & { 'data-loading'?: boolean }) =>
  createElement<object>(props.href === undefined ? 'button' : 'a', {
    ...props,
    ...(props['data-loading'] && { disabled: false, 'aria-disabled': true, onClick: ignore }),
  });

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  fontFamily:
    'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem' },
      h2: { fontSize: '1.125rem', lineHeight: '1.45' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  components: {
    Button: { defaultProps: { renderRoot } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': t`Close` } } },
    TextInput: { defaultProps: { withAsterisk: false } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
    Select: { defaultProps: { filter, comboboxProps: { shadow: 'md' } } },
    MultiSelect: { defaultProps: { filter, comboboxProps: { shadow: 'md' } } },
  },
});

/**
 * Colours in the light and dark theme. `--scale-*` ranges from fully satisfied, close to the background, to the
 * strongest contrast. It is a single hue with decreasing lightness, so that it is readable without colour vision.
 */
const COLORS = {
  '--mantine-color-body': ['#fbfcfc', '#12181b'],
  '--mantine-color-text': ['#000000', '#dbe3e6'],
  '--mantine-color-dimmed': ['#55636b', '#9aabb3'],
  '--mantine-color-placeholder': ['#66747c', '#8b9ca4'],
  '--mantine-color-anchor': ['#0f6a82', '#7fc4d6'],
  '--mantine-color-error': ['#b42318', '#ff9b94'],
  '--mantine-color-blue-light': ['#eaf3fa', '#162b3d'],
  '--mantine-color-teal-light': ['#e6f5f0', '#12312a'],
  '--mantine-color-yellow-light': ['#fdf6e0', '#332a12'],
  '--mantine-color-red-light': ['#fceeed', '#3b2023'],
  '--page-surface': ['#ffffff', '#192125'],
  '--page-line': ['#dfe5e8', '#2c383d'],
  '--page-hover': ['#f1f6f8', '#202a2f'],
  '--good': ['#00795a', '#45c29e'],
  '--open': ['#8a6a00', '#d9b93b'],
  '--bad': ['#b3261e', '#ff8a80'],
  '--scale-0': ['#edf5f8', '#1b292f'],
  '--scale-1': ['#d5e8ee', '#1d3742'],
  '--scale-2': ['#b3d6e0', '#1d4858'],
  '--scale-3': ['#83bccc', '#1f5c70'],
  '--scale-4': ['#33788e', '#5fb0c6'],
  '--scale-5': ['#155266', '#93d0e0'],
  '--scale-6': ['#042b38', '#d5f1f8'],
  '--scale-ink': ['#10303a', '#e3edf0'],
  '--scale-ink-strong': ['#ffffff', '#082029'],
};

const shadesOf = (theme: 0 | 1) =>
  Object.fromEntries(Object.entries(COLORS).map(([name, shades]) => [name, shades[theme]!]));

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: shadesOf(0),
  dark: shadesOf(1),
});
