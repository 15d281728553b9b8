# Bash completion for @PROGRAM@, one of the programs of Onlyway.
#
# Options, their values and the games come from the program's own --help, so that they cannot
# disagree with it; nothing of the sort is listed here.  Works with or without the bash-completion
# package.

# Prints the help that fits the command line: a command's own or a game's, once one is named.
_onlyway_help()
{
    local program=("${1/#\~\//${HOME-}/}") word help games
    shift
    help=$("${program[@]}" --help </dev/null 2>/dev/null)
    if [[ -n ${1-} ]] && _onlyway_listed Commands <<<"$help" | grep -qx -- "$1"; then
        program+=("$1")
        shift
        help=$("${program[@]}" --help </dev/null 2>/dev/null)
    fi
    games=$(_onlyway_games <<<"$help")
    for word in "$@"; do
        if [[ " $games " == *" $word "* ]]; then
            "${program[@]}" "$word" --help </dev/null 2>/dev/null
            return
        fi
    done
    printf '%s\n' "$help"
}

# The games, from the help's paragraph "Games:" with its names and commas.
_onlyway_games()
{
    sed -n '/^Games:$/,/^$/{/^ /p}' | tr -s ', \n' ' '
}

# What the help's paragraph $1 has one a line: commands, formats, autopilots.
_onlyway_listed()
{
    sed -n "/^$1:\$/,/^\$/s/^  \([a-z][a-z-]*\) .*/\1/p"
}

# The options with what follows them: "--game=GAME", "--all[=N]", "--csv".
_onlyway_options()
{
    sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*\(\[*=[^ ]*\)\{0,1\}\).*/\2/p'
}

# What --help calls the value that option $1 must have ("GAME", "N", "easy|hard"); nothing for a
# flag, nor where the value may be left out.
_onlyway_argument()
{
    local line
    while read -r line; do
        if [[ $line == "$1="* ]]; then
            printf '%s\n' "${line#*=}"
            return
        fi
    done
}

# The names an option may have as its value, from a line of the help such as "  methods    climb (default) random
# walk" for --method, or from a line for each, such as "  --method=climb    what it does".
_onlyway_names()
{
    sed -n -e "s/^  --$1=\([a-z][a-z-]*\).*/\1/p" -e "s/^  $1s\{0,1\}  *//p" | sed 's/([^)]*)//g; s/,//g'
}

# Sets COMPREPLY to values of a kind for an option.
_onlyway_values()
{
    local kind=$1 current=$2 option=$3 help=$4 words=
    case $kind in
        COMMAND) words=$(_onlyway_listed Commands <<<"$help") ;;
        GAME) words=$(_onlyway_games <<<"$help") ;;
        FORMAT) words=$(_onlyway_listed Formats <<<"$help") ;;
        PILOT) words=$(_onlyway_listed Autopilots <<<"$help") ;;
        NAME) words=$(_onlyway_names "$option" <<<"$help") ;;
        DIR) _onlyway_files -d "$current" ;;
        FILE) _onlyway_files -f "$current" ;;
        *[A-Z]*) ;; # "N|WxH" and the like are no words
        *\|*) words=${kind//|/ } ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    fi
}

_onlyway_files()
{
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
    compopt -o filenames 2>/dev/null
}

# The options that begin with what is typed; those that need a value end in "=".
_onlyway_option_names()
{
    local name names=()
    while read -r name; do
        case $name in
            --*[=*) names+=("${name%%[*}") ;;
            --*=*) names+=("${name%%=*}=") ;;
            --*) names+=("$name") ;;
        esac
    done <<<"$2"
    mapfile -t COMPREPLY < <(compgen -W "${names[*]}" -- "$1")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

# Files; for a program whose first operand is a command or a game, that and nothing after it.
_onlyway_operand()
{
    local current=$1 help=$2 games
    if [[ ${help%%$'\n'*} == *' COMMAND '* ]]; then
        _onlyway_values COMMAND "$current" '' "$help"
        return
    fi
    if [[ ${help%%$'\n'*} != *' GAME '* ]]; then
        _onlyway_files -f "$current"
        return
    fi
    games=$(_onlyway_games <<<"$help")
    if [[ -n $games ]]; then
        _onlyway_values GAME "$current" '' "$help"
    fi
}

_onlyway()
{
    local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}") current=${COMP_WORDS[COMP_CWORD]} option=
    local help options kind=
    COMPREPLY=()

    # Bash makes three words of "--option=value".
    local last=$((${#words[@]} - 1))
    if [[ $current == '=' ]]; then
        current='' option=${words[last]}
    elif ((last >= 1)) && [[ ${words[last]} == '=' ]]; then
        option=${words[last - 1]}
    elif ((last >= 0)) && [[ ${words[last]} == -* ]]; then
        option=${words[last]}
    fi

    help=$(_onlyway_help "$1" "${words[@]}")
    options=$(_onlyway_options <<<"$help")
    if [[ $option == -? ]]; then
        option=$(sed -n "s/^ *$option, \(--[a-z-]*\).*/\1/p" <<<"$help")
    fi
    if [[ $option == --?* ]]; then
        kind=$(_onlyway_argument "$option" <<<"$options")
    fi
    if [[ -n $kind ]]; then
        _onlyway_values "$kind" "$current" "${option#--}" "$help"
    elif [[ $current == -* ]]; then
        _onlyway_option_names "$current" "$options"
    else
        _onlyway_operand "$current" "$help"
    fi
}

complete -F _onlyway @PROGRAM@
