// Elements of pages: finding them, making them, and letting buttons act.
'use strict'; // for all scripts of the page, which are one script that begins here

const $ = id => document.getElementById(id);

// Returns a new element.  Properties whose names have a dash, and a role, become attributes; undefined ones are left
// out.
function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (value !== undefined && (key.includes('-') || key === 'role'))
            made.setAttribute(key, value);
        else if (value !== undefined)
            made[key] = value;
    }
    made.append(...children);
    return made;
}

function svgElement(name, attributes, text = '') {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes))
        made.setAttribute(key, value);
    return made;
}

// Returns a picture of the engine: a view box and what it shows.
function svgPicture(view, content) {
    const made = svgElement('svg', {viewBox: view, 'aria-hidden': true});
    made.innerHTML = content;
    return made;
}

// Returns the parts that are not empty, joined.
const joined = (parts, between) => parts.filter(part => part).join(between);

// Returns a count with its noun: "1 level", "2 levels".
const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

// Lets buttons act: {id: action}.
function onClick(actions) {
    for (const [id, action] of Object.entries(actions))
        $(id).addEventListener('click', () => action());
}

// Shows a hidden part of the page or hides it, and tells its button.
function toggle(part, button) {
    part.hidden = !part.hidden;
    button.setAttribute('aria-expanded', !part.hidden);
}
