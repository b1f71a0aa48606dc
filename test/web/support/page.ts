import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';

type Name = string | RegExp;

const inside = (place?: HTMLElement) => (place === undefined ? screen : within(place));
const named = (name?: Name) => (name === undefined ? {} : { name });

/** Returns the one element with this role and name, on the page or within a place. */
export function get<Found extends HTMLElement>(role: string, name?: Name, place?: HTMLElement): Found {
  return inside(place).getByRole<Found>(role, named(name));
}

/** Waits for the one element with this role and name. */
export async function find<Found extends HTMLElement>(role: string, name?: Name, place?: HTMLElement): Promise<Found> {
  return inside(place).findByRole<Found>(role, named(name));
}

/** Expects an element with this role and name. */
export function has(role: string, name?: Name, place?: HTMLElement): void {
  expect(get(role, name, place)).toBeTruthy();
}

/** Expects that an element with this role and name appears. */
export async function finds(role: string, name?: Name, place?: HTMLElement): Promise<void> {
  expect(await find(role, name, place)).toBeTruthy();
}

/** Expects no element with this role and name. */
export function hasNo(role: string, name?: Name, place?: HTMLElement): void {
  expect(inside(place).queryByRole(role, named(name))).toBeNull();
}

/** Expects a text. */
export function shows(text: Name, place?: HTMLElement): void {
  expect(inside(place).getByText(text)).toBeTruthy();
}

/** Expects that a text appears. */
export async function sees(text: Name, place?: HTMLElement): Promise<void> {
  expect(await inside(place).findByText(text)).toBeTruthy();
}

/** Expects that a text is not there. */
export function hides(text: Name, place?: HTMLElement): void {
  expect(inside(place).queryByText(text)).toBeNull();
}

/** Presses a button. */
export function press(name: Name, place?: HTMLElement): void {
  fireEvent.click(get('button', name, place));
}

/** Presses a button once it is there. */
export async function pressFound(name: Name, place?: HTMLElement): Promise<void> {
  fireEvent.click(await find('button', name, place));
}

/** Fills a box of a form. */
export function fill(box: HTMLElement, value: string): void {
  fireEvent.change(box, { target: { value } });
}

/** Clicks an element. */
export function click(element: Element): void {
  fireEvent.click(element);
}
